import { expect, test } from "vitest";
import { addressKind } from "./destination.ts";
import { createOutbound } from "./outbound.ts";

const NAMES: Record<string, string[]> = {
  "hooks.example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "inside.example.com": ["10.0.0.8"],
  "metadata.example.com": ["169.254.169.254"],
  "aws6.example.com": ["fd00:ec2::254"],
  "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
  "mapped.example.com": ["::ffff:10.0.0.1"],
  "nat64.example.com": ["64:ff9b::a9fe:a9fe"],
  "here.example.com": ["127.0.0.1"],
  localhost: ["127.0.0.1", "::1"],
};

const resolveName = async (hostname: string) => {
  const addresses = NAMES[hostname];
  if (!addresses) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  return addresses;
};

const production = createOutbound({ allowLoopback: false, userAgent: "test", resolveName });
const development = createOutbound({ allowLoopback: true, userAgent: "test", resolveName });

test.each([
  "https://hooks.example.com/webhook/1?x=y",
  "https://hooks.example.com:8443/",
  "HTTPS://Hooks.Example.com",
  "https://93.184.215.14/",
  "https://93.184.215.14:8443?x",
  "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
])("%s is allowed", async (url) => {
  await expect(production.checkAddress(url)).resolves.toBeUndefined();
});

test.each([
  "",
  "hooks.example.com",
  "/webhook",
  "http://hooks.example.com/",
  "http://127.0.0.1:3001/",
  "ftp://hooks.example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/plain,hello",
  "https://",
  "https://user@hooks.example.com/",
  "https://user:secret@hooks.example.com/",
  "https://:secret@hooks.example.com/",
  "https://hooks.example.com:99999/",
])("%s is not a valid URL to call", async (url) => {
  await expect(production.checkAddress(url)).rejects.toMatchObject({ reason: "invalid_url", sent: "not_sent" });
});

test.each([
  "https://127.0.0.1/",
  "https://localhost/",
  "https://here.example.com/",
  "https://[::1]/",
  "https://0.0.0.0/",
  "https://[::]/",
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[fd00:ec2::254]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[2002:7f00:1::]/",
  "https://inside.example.com/",
  "https://metadata.example.com/",
  "https://aws6.example.com/",
  "https://mixed.example.com/",
  "https://mapped.example.com/",
  "https://nat64.example.com/",
])("%s is not a public address", async (url) => {
  await expect(production.checkAddress(url)).rejects.toMatchObject({ reason: "forbidden_address", sent: "not_sent" });
});

test.each([
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.1/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://127.0.0.1./",
  "https://①②⑦.0.0.1/",
  "https://1572395042/",
  "https://0x5d.0xb8.0xd7.0x0e/",
  "https://93.184.55054/",
  "https:93.184.215.14/",
])("%s is an IPv4 address in disguise", async (url) => {
  await expect(production.checkAddress(url)).rejects.toMatchObject({ reason: "forbidden_address" });
  await expect(development.checkAddress(url)).rejects.toMatchObject({ reason: "forbidden_address" });
});

test("an operator allows one private host with its port, and http to it", async () => {
  const privateHosts = ["10.0.0.8:11434", "inside.example.com:8000"];
  for (const url of ["http://10.0.0.8:11434/v1", "http://inside.example.com:8000/v1"])
    await expect(production.checkAddress(url, privateHosts)).resolves.toBeUndefined();
  for (const url of ["https://10.0.0.8/", "https://10.0.0.8:8000/", "https://10.0.0.9:11434/"])
    await expect(production.checkAddress(url, privateHosts)).rejects.toMatchObject({ reason: "forbidden_address" });
});

test.each([
  "http://127.0.0.1:3001/v0",
  "http://localhost:3001/",
  "http://[::1]:3001/",
  "https://127.0.0.1:3001/",
  "http://here.example.com/",
])("in development %s reaches the sandbox", async (url) => {
  await expect(development.checkAddress(url)).resolves.toBeUndefined();
});

test.each([
  ["http://hooks.example.com/", "invalid_url"],
  ["http://mixed.example.com/", "invalid_url"],
  ["http://192.168.1.1/", "forbidden_address"],
  ["http://[::ffff:127.0.0.1]:3001/", "forbidden_address"],
  ["https://metadata.example.com/", "forbidden_address"],
])("in development %s is still refused: %s", async (url, reason) => {
  await expect(development.checkAddress(url)).rejects.toMatchObject({ reason, sent: "not_sent" });
});

test("a name that does not exist is a failed connection, not a forbidden one", async () => {
  const failure = production.checkAddress("https://nowhere.example.com/");
  await expect(failure).rejects.toMatchObject({ reason: "connection", sent: "not_sent", code: "ENOTFOUND" });
});

test("a name without addresses is a failed connection", async () => {
  const empty = createOutbound({ allowLoopback: false, userAgent: "test", resolveName: async () => [] });
  await expect(empty.checkAddress("https://hooks.example.com/")).rejects.toMatchObject({ reason: "connection" });
});

test("localhost is this machine, without a DNS query", async () => {
  const outbound = createOutbound({ allowLoopback: false, userAgent: "test" });
  await expect(outbound.checkAddress("https://localhost/")).rejects.toMatchObject({ reason: "forbidden_address" });
  await expect(outbound.checkAddress("https://app.localhost./")).rejects.toMatchObject({ reason: "forbidden_address" });
});

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
