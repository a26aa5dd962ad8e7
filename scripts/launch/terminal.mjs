/** An error that the user can solve; shown without a stack. */
export class UserError extends Error {}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const isInteractive = process.stdout.isTTY && !process.env.CI;

export function print(text = "") {
  process.stdout.write(`${text}\n`);
}

export function printError(text) {
  process.stderr.write(`${text}\n`);
}

export function bold(text) {
  return isInteractive ? `\u001b[1m${text}\u001b[22m` : text;
}

export function dim(text) {
  return isInteractive ? `\u001b[2m${text}\u001b[22m` : text;
}

/** Runs a step and prints one line with the time it took. */
export async function step(title, work) {
  const stepLine = showStep(title);
  try {
    const result = await work();
    stepLine.end("✓");
    return result;
  } catch (error) {
    stepLine.end("✗");
    throw error;
  }
}

/** Prints the steps of another process, which reports when each begins and prints its own errors. */
export function followSteps() {
  let stepLine;
  return {
    begin: (title) => {
      stepLine?.end("✓");
      stepLine = showStep(title);
    },
    end: (succeeded) => stepLine?.end(succeeded ? "✓" : undefined),
  };
}

/** Animated in an interactive terminal only. */
function showStep(title) {
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1).replace(".", ",");
  let frame = 0;
  const draw = () =>
    process.stdout.write(`\r${FRAMES[frame++ % FRAMES.length]} ${title} ${dim(`${seconds()} s`)}\u001b[K`);
  const timer = isInteractive ? setInterval(draw, 100) : undefined;
  return {
    end: (mark) => {
      clearInterval(timer);
      if (isInteractive) process.stdout.write("\r\u001b[K");
      if (mark) print(`${mark} ${title} ${dim(`(${seconds()} s)`)}`);
    },
  };
}

/** Runs a command of this project. Of a UserError only the message is printed; any other error is printed with its stack. */
export async function main(work) {
  try {
    process.exit(await work());
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    printError(error.message);
    process.exit(1);
  }
}
