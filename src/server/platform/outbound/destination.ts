import { Resolver } from "node:dns/promises";
import { isIP, isIPv4 } from "node:net";
import { addressKind } from "./address-kind.ts";
import { errorCode, OutboundError } from "./outbound-error.ts";

/** All IPv4 and IPv6 addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

const LOCALHOST = /(^|\.)localhost\.?$/i;

/**
 * Queries the DNS servers directly (by default those of the system). The system's lookup runs on Node's four worker
 * threads: a few names on an unresponsive DNS server would block file access, password hashes and other lookups.
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

/** A checked URL: the connection may only go to one of these IP addresses. */
export interface Destination {
  url: URL;
  addresses: readonly string[];
}

interface DestinationRules {
  allowLoopback: boolean;
  resolveName: ResolveName;
}

/**
 * The URL parser turns 2130706433, 0x7f.1, 0177.0.0.1 and full-width digits into 127.0.0.1. There is no good reason to
 * write an address that way, so an IPv4 host must be written as it is parsed.
 */
const isDisguisedIpv4 = (text: string, url: URL): boolean => {
  if (!isIPv4(url.hostname)) return false;
  const asWritten = text.trim().slice(`${url.protocol}//`.length);
  return !asWritten.startsWith(url.hostname) || !/^([:/?#]|$)/.test(asWritten.slice(url.hostname.length));
};

const parseAddress = (text: string, allowLoopback: boolean): URL => {
  const url = URL.parse(text);
  if (!url?.hostname) throw new OutboundError("invalid_url", "no");
  const protocolAllowed = url.protocol === "https:" || (allowLoopback && url.protocol === "http:");
  if (!protocolAllowed || url.username || url.password) throw new OutboundError("invalid_url", "no");
  if (isDisguisedIpv4(text, url)) throw new OutboundError("forbidden_address", "no");
  return url;
};

const resolveHost = async (url: URL, resolveName: ResolveName): Promise<readonly string[]> => {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host)) return [host];
  const addresses = await resolveName(host).catch((error: unknown) => {
    throw new OutboundError("connection", "no", { code: errorCode(error) });
  });
  if (addresses.length === 0) throw new OutboundError("connection", "no", { code: "ENOTFOUND" });
  return addresses;
};

/** Parses the URL, resolves its hostname once and checks every address: a single forbidden one refuses the name. */
export const findDestination = async (text: string, rules: DestinationRules): Promise<Destination> => {
  const url = parseAddress(text, rules.allowLoopback);
  const addresses = await resolveHost(url, rules.resolveName);
  const kinds = addresses.map(addressKind);
  const allowed = kinds.every((kind) => kind === "public" || (kind === "loopback" && rules.allowLoopback));
  if (!allowed) throw new OutboundError("forbidden_address", "no");
  if (url.protocol === "http:" && kinds.includes("public")) throw new OutboundError("invalid_url", "no");
  return { url, addresses };
};
