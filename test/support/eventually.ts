/** Repeats a check until it passes, and rejects with its last error when `timeout` milliseconds are over. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  const deadline = Date.now() + timeout;
  for (let pause = 10; ; pause = Math.min(2 * pause, 80)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}
