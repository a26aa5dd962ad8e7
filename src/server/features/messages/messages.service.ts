export { followDelivery } from "./follow.ts";
export { retryQueued } from "./retry.ts";
