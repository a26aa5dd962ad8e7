import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { type FaultRegistry, faultSchema } from "./faults.ts";
import type { RequestLog } from "./requests.ts";

const TEN_YEARS = 10 * 366 * 24 * 3_600_000;

const clockSchema = z
  .strictObject({
    now: z.iso.datetime({ offset: true }).optional(),
    advanceMs: z.int().min(0).max(TEN_YEARS).optional(),
  })
  .refine(({ now, advanceMs }) => now !== undefined || advanceMs !== undefined, "Give now, advanceMs or both.");

export type Controls = { clock: Clock; log: RequestLog; faults: FaultRegistry; resetServices: () => Promise<void> };

export function addControlRoutes(app: FastifyInstance, { clock, log, faults, resetServices }: Controls): void {
  const describeClock = () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs() });

  app.get("/_control/requests", () => log.list());

  app.get("/_control/faults", () => faults.list());
  app.post("/_control/faults", (request, reply) => reply.code(201).send(faults.add(faultSchema.parse(request.body))));
  app.delete("/_control/faults", (_request, reply) => {
    faults.reset();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>("/_control/faults/:id", (request, reply) => {
    faults.remove(request.params.id);
    return reply.code(204).send();
  });

  app.get("/_control/clock", describeClock);
  app.post("/_control/clock", (request) => {
    const { now, advanceMs = 0 } = clockSchema.parse(request.body);
    if (now !== undefined) clock.set(new Date(now));
    clock.advance(advanceMs);
    return describeClock();
  });

  app.post("/_control/reset", async (_request, reply) => {
    clock.reset();
    faults.reset();
    await resetServices();
    log.reset();
    return reply.code(204).send();
  });
}
