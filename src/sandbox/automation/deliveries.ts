import { z } from "zod";
import { openStateFile } from "../state-file.ts";

const deliverySchema = z.object({
  messageId: z.string(),
  idempotencyKey: z.string().nullable(),
  at: z.string(),
  /** How often the same message was handed over. */
  attempts: z.number(),
  body: z.unknown(),
});

export type Delivery = z.infer<typeof deliverySchema>;

/** Messages that the product handed over to be sent. One with a key that is known is not sent again. */
export type Deliveries = {
  load(): Promise<void>;
  list(): readonly Delivery[];
  accept(idempotencyKey: string | null, body: unknown, at: Date): Promise<{ delivery: Delivery; isDuplicate: boolean }>;
  clear(): Promise<void>;
};

const CAPACITY = 2_000;

export function createDeliveries(dataDir: string | null): Deliveries {
  let deliveries: Delivery[] = [];
  let count = 0;
  const file = openStateFile(dataDir, "deliveries.json", z.array(deliverySchema), () => deliveries);
  return {
    load: async () => {
      deliveries = (await file.read()) ?? [];
      count = deliveries.length;
    },
    list: () => deliveries,
    accept: async (idempotencyKey, body, at) => {
      const known = deliveries.find(
        (delivery) => idempotencyKey !== null && delivery.idempotencyKey === idempotencyKey,
      );
      const delivery = known ?? {
        messageId: `msg_${++count}`,
        idempotencyKey,
        at: at.toISOString(),
        attempts: 0,
        body,
      };
      delivery.attempts += 1;
      if (!known) deliveries = [...deliveries, delivery].slice(-CAPACITY);
      await file.save();
      return { delivery, isDuplicate: known !== undefined };
    },
    clear: async () => {
      deliveries = [];
      count = 0;
      await file.save();
    },
  };
}
