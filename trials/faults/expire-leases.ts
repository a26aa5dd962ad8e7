import type { TestServer } from "#testing/test-server.ts";

type QueryClient = Pick<TestServer, "query">;

/** Ends the delay after which a failed webhook URL is tried again. */
export const endRetryDelays = ({ query }: QueryClient) =>
  query("update delivery_attempts set finished_at = finished_at - interval '1 hour'");

/** Expires the leases and jobs of killed processes at once; the product does the same after some minutes. */
export const releaseWork = async ({ query }: QueryClient): Promise<void> => {
  await query("update sync_states set lease_until = now() - interval '1 second' where lease_until is not null");
  await query("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
};

/** Does what `releaseWork` does, and also expires the claims of parts that were being sent. */
export const expireLeases = async (client: QueryClient): Promise<void> => {
  const { query } = client;
  await query("update queue_items set claimed_at = claimed_at - interval '20 minutes' where status = 'SENDING'");
  await endRetryDelays(client);
  await releaseWork(client);
};
