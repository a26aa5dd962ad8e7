const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ago = new Intl.RelativeTimeFormat("nl");

/** A clock of the reader that runs behind makes the future "zojuist", not "over 2 minuten". */
export const lastActive = (at: string, now: Date): string => {
  const passed = now.getTime() - Date.parse(at);
  if (passed < MINUTE) return "zojuist actief";
  if (passed < HOUR) return `${ago.format(-Math.floor(passed / MINUTE), "minute")} actief`;
  if (passed < DAY) return `${ago.format(-Math.floor(passed / HOUR), "hour")} actief`;
  return `${ago.format(-Math.floor(passed / DAY), "day")} actief`;
};
