import type { TestServer } from "#testing/test-server.ts";

type RetryClient = Pick<TestServer, "query">;

/** An address that failed is left alone for a while; this is that while. */
export const endRetryPauses = ({ query }: RetryClient) =>
  query("update delivery_attempts set finished_at = finished_at - interval '1 hour'");

/** What some minutes would do: whatever a dead process held is free again, as the product frees it by itself. */
export const retryUntilRecovered = async (asker: RetryClient): Promise<void> => {
  const { query } = asker;
  await query("update sync_states set lease_until = now() - interval '1 second' where lease_until is not null");
  await query("update queue_items set claimed_at = claimed_at - interval '20 minutes' where status = 'SENDING'");
  await endRetryPauses(asker);
  await query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
};
