import { expect, test } from "vitest";
import { ApiError } from "./api.ts";
import { sendInBatches } from "./batches.ts";

const IDS = Array.from({ length: 250 }, (_, index) => String(index));

/** Refuses from the nth call on. */
const failFrom = (nth: number, error: Error) => {
  let calls = 0;
  return (ids: string[]) => {
    calls += 1;
    return calls < nth ? Promise.resolve(ids.length) : Promise.reject(error);
  };
};

test("ids are sent a hundred at a time", async () => {
  expect(await sendInBatches(IDS, failFrom(4, new Error("not called")))).toEqual({
    answers: [100, 100, 50],
    refused: [],
  });
});

test("a failure after a call that succeeded refuses the rest, with the server's reason", async () => {
  const refusal = new ApiError(409, "", JSON.stringify({ code: "conflict", message: "Te veel tegelijk." }));
  const { answers, refused } = await sendInBatches(IDS, failFrom(2, refusal));
  expect(answers).toEqual([100]);
  expect(refused).toHaveLength(150);
  expect(refused[0]).toEqual({ id: "100", reason: "Te veel tegelijk." });
});

test("a failure of the first call is a failure of all", async () => {
  await expect(sendInBatches(IDS, failFrom(1, new Error("unreachable")))).rejects.toThrow("unreachable");
});
