/** Playback controls of a search: buttons, timeline and speed. */
import { Button } from "../button";
import type { Clock } from "./clock";

/** Speeds in steps per second. */
const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

export function Transport(props: { clock: Clock; speed: number; onSpeed(speed: number): void }) {
  const { clock, speed, onSpeed } = props;
  const { step, lead, end, complete, playing } = clock;
  const notch = SPEEDS.findIndex((known) => known >= speed);
  const more = clock.searched > 0 ? `of more than ${clock.searched.toLocaleString("en")}` : "";
  const of = complete ? `of ${end.toLocaleString("en")}` : more;
  return (
    <section class="panel transport" aria-label="Playback">
      <div class="buttons">
        <Button label="Back to start" off={step === 0} onPress={() => clock.goTo(0)}>
          <Icon path="M6 5v14M19 5 9 12l10 7Z" />
        </Button>
        <Button label="Step back" off={step === 0} onPress={() => clock.move(-1)}>
          <Icon path="M15 5 6 12l9 7Z" />
        </Button>
        <Button class="primary" label={playing ? "Pause" : "Play"} onPress={() => clock.play(!playing)}>
          <Icon path={playing ? "M8 5v14M16 5v14" : "M7 4v16l13-8Z"} />
        </Button>
        <Button label="Step forward" off={complete && step >= end} onPress={() => clock.move(1)}>
          <Icon path="m9 5 9 7-9 7Z" />
        </Button>
        <Button off={clock.busy !== ""} onPress={() => void clock.nextSolution()}>
          Next solution
        </Button>
        {lead !== 0 && <Button onPress={() => clock.align()}>Align steps</Button>}
      </div>
      <label class="timeline">
        <span>
          Step {step.toLocaleString("en")} {of}
        </span>
        <input
          type="range"
          min={0}
          max={end}
          value={step}
          aria-label="Step"
          onInput={(event) => clock.goTo(event.currentTarget.valueAsNumber)}
        />
      </label>
      <label class="speed">
        <span>
          {speed.toLocaleString("en")} {speed === 1 ? "step" : "steps"} per second
        </span>
        <input
          type="range"
          min={0}
          max={SPEEDS.length - 1}
          value={notch < 0 ? SPEEDS.length - 1 : notch}
          aria-label="Speed"
          aria-valuetext={`${speed} steps per second`}
          onInput={(event) => onSpeed(SPEEDS[event.currentTarget.valueAsNumber] ?? 10)}
        />
      </label>
    </section>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
