import { z } from "zod";
import type { ResultsOverview } from "#contract/statistics.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import { sendOrGiveUp } from "#platform/mail.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf } from "#platform/sessions.ts";
import { calendarDay, weekday } from "#platform/time.ts";
import { weeklyEmail } from "#server/emails/weekly-email.ts";
import { findWeeklyMailReaders, type WeeklyMailReader } from "./management.queries.ts";
import { addDaysTo } from "./result-periods.ts";
import { readResults } from "./statistics.service.ts";

export const weeklyMailsJob = defineJob({
  name: "statistics.weekly-mails",
  payload: z.object({}),
  schedule: { cron: "0 6 * * 1" },
  singleton: true,
});

const reader = z.object({
  companyId: z.string(),
  email: z.string(),
  username: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
});
const weeklyMailJob = defineJob({
  name: "statistics.weekly-mail",
  payload: z.object({ reader, from: z.iso.date(), to: z.iso.date() }),
  singleton: true,
});

export const statisticsJobDefinitions = [weeklyMailsJob, weeklyMailJob];

/**
 * A job per mail: one that cannot be delivered is tried again without the others. In one transaction: after a failure half-way
 * the retry would mail those again who had theirs.
 */
const enqueueMails = async ({ database, jobs, clock }: Platform): Promise<void> => {
  const now = clock.now();
  const monday = addDaysTo(calendarDay(now), -((weekday(now) + 6) % 7));
  const [from, to] = [addDaysTo(monday, -7), addDaysTo(monday, -1)];
  await transaction({ db: database.platform }, async (scope) => {
    for (const reader of await findWeeklyMailReaders(scope))
      await jobs.enqueue(scope.db, weeklyMailJob, { reader, from, to }, { singletonKey: `${reader.email} ${from}` });
  });
};

const readWeek = (platform: Platform, companyId: string, from: string, to: string): Promise<ResultsOverview> => {
  const actor: Scope["actor"] = { id: companyId, name: "Systeem", role: "user" };
  const scope: Scope = { db: platform.database.tenant(companyId), companyId, actor };
  return readResults(scope, { days: 7, from, to }, platform.clock.now());
};

const mailWeek = async (platform: Platform, reader: WeeklyMailReader, from: string, to: string): Promise<void> => {
  const results = await readWeek(platform, reader.companyId, from, to);
  const link = new URL(`/acties?periode=vrij&van=${from}&tot=${to}`, platform.config.publicUrl).href;
  const mail = { to: reader.email, ...weeklyEmail(results, { name: fullNameOf(reader), link }) };
  await sendOrGiveUp(platform.mailer, mail);
};

export const statisticsJobs = (platform: Platform): BoundJob[] => [
  bindJob(weeklyMailsJob, () => enqueueMails(platform)),
  bindJob(weeklyMailJob, ({ reader, from, to }) => mailWeek(platform, reader, from, to)),
];
