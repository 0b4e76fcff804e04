export function Learn(_: { topic: string }) {
  return <h1>Learn</h1>;
}
