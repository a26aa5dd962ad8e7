import { expect, test } from "vitest";
import { addressKind } from "./address-kind.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "168.63.129.15",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.1",
  "223.255.255.255",
  "2a00:1450:400e:80f::200e",
  "2606:4700::6810:84e5",
  "2001:200::1",
])("%s is public", (address) => {
  expect(addressKind(address)).toBe("public");
});

test.each(["127.0.0.1", "127.255.255.254", "::1"])("%s is loopback", (address) => {
  expect(addressKind(address)).toBe("loopback");
});

test.each([
  ["unspecified", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private", "10.0.0.1"],
  ["private", "172.16.0.1"],
  ["private", "172.31.255.255"],
  ["private", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["carrier-grade NAT", "100.127.255.255"],
  ["Alibaba metadata", "100.100.100.200"],
  ["link-local", "169.254.0.1"],
  ["cloud metadata", "169.254.169.254"],
  ["Azure metadata", "168.63.129.16"],
  ["Oracle metadata", "192.0.0.192"],
  ["documentation", "192.0.2.1"],
  ["documentation", "198.51.100.1"],
  ["documentation", "203.0.113.1"],
  ["6to4 relay", "192.88.99.1"],
  ["benchmarking", "198.18.0.1"],
  ["benchmarking", "198.19.255.255"],
  ["multicast", "224.0.0.1"],
  ["multicast", "239.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified", "::"],
  ["IPv4-mapped public", "::ffff:8.8.8.8"],
  ["IPv4-mapped loopback", "::ffff:127.0.0.1"],
  ["IPv4-mapped in hex", "::ffff:7f00:1"],
  ["IPv4-compatible", "::127.0.0.1"],
  ["IPv4-translated", "::ffff:0:127.0.0.1"],
  ["NAT64 of loopback", "64:ff9b::7f00:1"],
  ["NAT64 of metadata", "64:ff9b::169.254.169.254"],
  ["NAT64 of a public address", "64:ff9b::8.8.8.8"],
  ["local NAT64", "64:ff9b:1::a00:1"],
  ["discard", "100::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["ORCHID", "2001:20::1"],
  ["benchmarking", "2001:2::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["6to4 of loopback", "2002:7f00:1::1"],
  ["6to4 of a public address", "2002:808:808::1"],
  ["unique local", "fc00::1"],
  ["AWS metadata", "fd00:ec2::254"],
  ["Google metadata", "fd20:ce::254"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["loopback with a zone", "::1%lo"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["segment routing", "5f00::1"],
  ["unassigned", "4000::1"],
  ["not an address", "localhost"],
  ["not an address", "2130706433"],
  ["not an address", ""],
])("%s is forbidden: %s", (_kind, address) => {
  expect(addressKind(address)).toBe("forbidden");
});
