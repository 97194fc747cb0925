/** Does one step and prints it with a tick, or a cross when it throws. */
export async function step<T>(what: string, act: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    const result = await act();
    console.log(`  ✔ ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    console.log(`  ✖ ${what}`);
    throw error;
  }
}
