import { Resolver } from "node:dns/promises";
import { BlockList, isIP, isIPv4 } from "node:net";
import { errorCode, OutboundError } from "./outbound-error.ts";

type AddressKind = "public" | "loopback" | "forbidden";

/** IPv4 ranges outside the public internet: the IANA special-purpose registry, and Azure's metadata address. */
const FORBIDDEN_IPV4 = [
  "0.0.0.0/8", // this network, unspecified
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT; also Alibaba's metadata
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure metadata
  "169.254.0.0/16", // link-local; also the metadata of most clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments; also Oracle's metadata
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
];

/**
 * Only global unicast is public IPv6. Everything else but ::1 (link-local, ULA with AWS's metadata, multicast,
 * IPv4-mapped, both NAT64 prefixes) is refused, and so are ranges outside it that are assigned in the future. Special ranges inside it
 * are listed below.
 */
const PUBLIC_IPV6 = ["2000::/3"];

const FORBIDDEN_IPV6 = [
  "2001::/23", // protocol assignments: Teredo and ORCHID, which carry other addresses
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which carries an IPv4 address
  "3fff::/20", // documentation
];

const rangeList = (type: "ipv4" | "ipv6", ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), type);
  }
  return list;
};

const loopbackIpv4 = rangeList("ipv4", ["127.0.0.0/8"]);
const forbiddenIpv4 = rangeList("ipv4", FORBIDDEN_IPV4);
const publicIpv6 = rangeList("ipv6", PUBLIC_IPV6);
const forbiddenIpv6 = rangeList("ipv6", FORBIDDEN_IPV6);

const ipv4Kind = (address: string): AddressKind => {
  if (loopbackIpv4.check(address, "ipv4")) return "loopback";
  return forbiddenIpv4.check(address, "ipv4") ? "forbidden" : "public";
};

const ipv6Kind = (address: string): AddressKind => {
  if (address === "::1") return "loopback";
  return publicIpv6.check(address, "ipv6") && !forbiddenIpv6.check(address, "ipv6") ? "public" : "forbidden";
};

/** Classifies a resolved IP address. Anything else, also an address with a zone id, is forbidden. */
export const addressKind = (address: string): AddressKind => {
  if (address.includes("%")) return "forbidden";
  const version = isIP(address);
  if (version === 4) return ipv4Kind(address);
  return version === 6 ? ipv6Kind(address) : "forbidden";
};

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
    const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = responses.flatMap((response) => (response.status === "fulfilled" ? response.value : []));
    const [first] = responses;
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
  privateHosts?: readonly string[];
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

const parseUrl = (text: string, allowHttp: boolean): URL => {
  const url = URL.parse(text);
  if (!url?.hostname) throw new OutboundError("invalid_url", "not_sent");
  const protocolAllowed = url.protocol === "https:" || (allowHttp && url.protocol === "http:");
  if (!protocolAllowed || url.username || url.password) throw new OutboundError("invalid_url", "not_sent");
  if (isDisguisedIpv4(text, url)) throw new OutboundError("forbidden_address", "not_sent");
  return url;
};

const resolveHost = async (url: URL, resolveName: ResolveName): Promise<readonly string[]> => {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host)) return [host];
  const addresses = await resolveName(host).catch((error: unknown) => {
    throw new OutboundError("connection", "not_sent", { code: errorCode(error) });
  });
  if (addresses.length === 0) throw new OutboundError("connection", "not_sent", { code: "ENOTFOUND" });
  return addresses;
};

/**
 * Parses the URL, resolves its hostname once and checks every address: a single forbidden one refuses the name. The addresses of a private
 * host, which the operator has allowed, are not checked.
 */
export const findDestination = async (text: string, rules: DestinationRules): Promise<Destination> => {
  const isPrivateHost = rules.privateHosts?.includes(URL.parse(text)?.host ?? "") ?? false;
  const url = parseUrl(text, rules.allowLoopback || isPrivateHost);
  const addresses = await resolveHost(url, rules.resolveName);
  if (isPrivateHost) return { url, addresses };
  const kinds = addresses.map(addressKind);
  const allowed = kinds.every((kind) => kind === "public" || (kind === "loopback" && rules.allowLoopback));
  if (!allowed) throw new OutboundError("forbidden_address", "not_sent");
  if (url.protocol === "http:" && kinds.includes("public")) throw new OutboundError("invalid_url", "not_sent");
  return { url, addresses };
};
