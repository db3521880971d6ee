// Another page may hold what is needed, and a browser's storage may never answer. The app goes on without it.

/** The longest wait for something of this device. */
export const maxWaitMs = 3_000;

/** Rejects if the work takes longer. The work itself is not stopped. */
export async function inTime<Result>(work: Promise<Result>, limitMs = maxWaitMs): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("This device took too long.")), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
