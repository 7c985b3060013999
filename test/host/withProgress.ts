/** Prints a line when a long step begins and every ten seconds while it runs. */
export async function withProgress<T>(step: string, work: Promise<T>): Promise<T> {
  const started = Date.now();
  console.log(`${step} …`);
  const timer = setInterval(() => {
    console.log(`  still at it after ${Math.round((Date.now() - started) / 1000)} s`);
  }, 10_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
