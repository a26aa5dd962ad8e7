import { AppError } from "#platform/app-error.ts";
import { ArchiveError } from "#platform/backup/archive-format.ts";
import { ConfigError } from "#platform/config.ts";

const isExpectedError = (error: Error): boolean =>
  error instanceof ConfigError || error instanceof AppError || error instanceof ArchiveError;

/** Runs a command for operators: an error is one clear line and exit code 1. */
export const runOperatorCommand = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`${isExpectedError(error as Error) ? message : `Het is niet gelukt: ${message}`}\n`);
    process.exitCode = 1;
  }
};
