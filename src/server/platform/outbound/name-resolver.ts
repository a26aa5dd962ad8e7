import { Resolver } from "node:dns/promises";

/** All IPv4 and IPv6 addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

const LOCALHOST = /(^|\.)localhost\.?$/i;

/**
 * Asks the name servers directly. The system's lookup runs on Node's four worker threads: a few names on a name server
 * that does not answer would hold up files, password hashes and everybody else's names. Without `servers` it asks those
 * of the system.
 */
export const createNameResolver = (servers?: readonly string[]): ResolveName => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    if (LOCALHOST.test(hostname)) return ["127.0.0.1", "::1"];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const [first] = answers;
    if (addresses.length === 0 && first?.status === "rejected") throw first.reason;
    return addresses;
  };
};
