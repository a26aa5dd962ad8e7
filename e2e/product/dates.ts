import { setTimeout as sleep } from "node:timers/promises";
import { test } from "@playwright/test";

const time = new Intl.DateTimeFormat("nl-NL", { timeZone: "Europe/Amsterdam", timeStyle: "medium" });

const DAY_MS = 86_400_000;
/** For a test in which something happens "today": if the day ends within the test's timeout, waits for the next one. */
export const waitForFullDay = async (): Promise<void> => {
  const [hours = 0, minutes = 0, seconds = 0] = time.format(new Date()).split(":").map(Number);
  const left = DAY_MS - ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  const { timeout } = test.info();
  if (left > timeout) return;
  test.setTimeout(timeout + left);
  await sleep(left);
};

const YEAR = new Date().getUTCFullYear() + 1;
/** The first Monday of September: a working day, in summer time. */
const DAY = 1 + ((8 - new Date(Date.UTC(YEAR, 8, 1)).getUTCDay()) % 7);

/** 09:30 on a working day of next year, also as it is typed and shown. */
export const NEXT_YEAR = {
  at: new Date(Date.UTC(YEAR, 8, DAY, 7, 30)),
  typedDay: `${DAY}-9-${YEAR}`,
  shown: `${DAY} september ${YEAR} 09:30`,
};
