/** Reproducible random numbers from a seed: the Park-Miller generator. */
export function random(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
