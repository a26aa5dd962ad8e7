/** Something the person at the terminal can act on; shown as it is, without a stack. */
export class Problem extends Error {}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const live = process.stdout.isTTY && !process.env.CI;

export function say(text = "") {
  process.stdout.write(`${text}\n`);
}

export function complain(text) {
  process.stderr.write(`${text}\n`);
}

export function bold(text) {
  return live ? `\u001b[1m${text}\u001b[22m` : text;
}

export function dim(text) {
  return live ? `\u001b[2m${text}\u001b[22m` : text;
}

/** One line for one step, with the time it took. While it runs there is movement only where somebody can see it. */
export async function step(title, work) {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1).replace(".", ",");
  let frame = 0;
  const draw = () =>
    process.stdout.write(`\r${FRAMES[frame++ % FRAMES.length]} ${title} ${dim(`${seconds()} s`)}\u001b[K`);
  const timer = live ? setInterval(draw, 100) : undefined;
  const finish = (mark) => {
    clearInterval(timer);
    say(`${live ? "\r\u001b[K" : ""}${mark} ${title} ${dim(`(${seconds()} s)`)}`);
  };
  try {
    const result = await work();
    finish("✓");
    return result;
  } catch (error) {
    finish("✗");
    throw error;
  }
}

/** Runs a command of this project: a problem becomes its own line and exit code 1, a mistake of ours keeps its stack. */
export async function main(work) {
  try {
    process.exit(await work());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    complain(error.message);
    process.exit(1);
  }
}
