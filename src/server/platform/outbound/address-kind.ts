import { BlockList, isIP } from "node:net";

export type AddressKind = "public" | "loopback" | "forbidden";

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
 * Only global unicast is public IPv6. Everything else (loopback, link-local, ULA with AWS's metadata, multicast,
 * IPv4-mapped, both NAT64 prefixes) is refused, and so are ranges that are assigned in the future.
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
