import { type DemoWorld, workMoment } from "../world.ts";

const YEAR = 365;
/** From Sunday to Saturday: busiest in the middle of the week. */
const WEEKDAY_SHARES = [0.05, 1.1, 1.3, 1.15, 1.25, 0.8, 0.08];

/** When invitations went out over the past year, the oldest first. */
export function planInvitations(world: DemoWorld): number[] {
  const { calendar, random, company } = world;
  const moments: number[] = [];
  for (let day = -YEAR; day < 0; day++) {
    const weekday = new Date(calendar.at(day, 12)).getUTCDay();
    // The team does more now than a year ago, and rests around Christmas and in the summer.
    const growth = 0.6 + (0.8 * (day + YEAR)) / YEAR;
    const wanted = company.invitationsADay * growth * (WEEKDAY_SHARES[weekday] ?? 0) * restOf(calendar.at(day, 12));
    const count = Math.round(wanted * (0.6 + random.next() * 0.8) + random.next() * 0.4 - 0.2);
    for (let index = 0; index < count; index++) moments.push(workMoment(world, day));
  }
  for (let index = 0; index < company.invitationsToday; index++) moments.push(workMoment(world, 0));
  return moments.toSorted((one, other) => one - other);
}

function restOf(moment: number): number {
  const date = new Date(moment);
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if (month === 12 && day >= 23) return 0.15;
  return month === 8 && day <= 20 ? 0.5 : 1;
}
