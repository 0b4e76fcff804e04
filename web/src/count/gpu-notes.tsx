/** What a user should know about a count on the GPU: how long it takes, and what happened if the GPU was lost. */
import type { Published } from "../protocol";
import type { GpuInfo } from "./gpu";
import type { CountRecord } from "./pool";
import { LARGEST_SHORT, SMALLEST_ON_GPU } from "./visit";
import { duration } from "./words";

/** The time of a count on this GPU, in milliseconds, from the largest board that it counted in this visit. */
function estimated(size: number, published: Published[], records: readonly CountRecord[]): number | undefined {
  // The time to start dominates on smaller boards.
  const measured = records.filter(({ n, gpu, gpuFailure }) => n >= 16 && gpu !== null && gpuFailure === null);
  const [largest] = measured.sort((a, b) => b.n - a.n || a.seconds - b.seconds);
  // The time grows about as the number of solutions.
  const growth = Number(published[size]?.solutions) / Number(largest?.solutions);
  return largest && 1000 * largest.seconds * growth;
}

interface GpuNotesProps {
  size: number | null;
  gpu: GpuInfo;
  published: Published[];
  records: readonly CountRecord[];
}

export function GpuNotes({ size, gpu, published, records }: GpuNotesProps) {
  const time = size === null ? undefined : estimated(size, published, records);
  return (
    <>
      {gpu.software && (
        <p class="note">This GPU is a program that runs on the CPU. The workers of the device CPU are faster.</p>
      )}
      {size !== null && size < SMALLEST_ON_GPU && (
        <p class="note">Boards below N = {SMALLEST_ON_GPU} are counted by the workers.</p>
      )}
      {size !== null && size > LARGEST_SHORT && (
        <p class="message">
          {time === undefined
            ? `N = ${size} takes minutes to days, depending on the GPU. Count N = 18 first: then the time can be estimated.`
            : `N = ${size} takes about ${duration(time)} on this GPU.`}{" "}
          Keep the page open; a count that is stopped cannot be resumed.
        </p>
      )}
    </>
  );
}

/** What happened to the GPU, and who counts what is missing. */
export function gpuFailureText({ gpuFailure, workers }: { gpuFailure: string | null; workers: number }): string {
  const rest = workers > 0 ? "The workers count the missing jobs." : "It was opened again for the missing jobs.";
  return `The GPU was lost: ${gpuFailure}. No result is lost. ${rest}`;
}
