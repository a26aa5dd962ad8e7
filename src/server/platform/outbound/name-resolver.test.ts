import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNameResolver, type ResolveName } from "./destination.ts";
import { createOutbound } from "./outbound.ts";

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

const ZONE: Record<string, { [TYPE_A]?: string[]; [TYPE_AAAA]?: string[] | "failure" }> = {
  "both.example.com": { [TYPE_A]: ["93.184.215.14", "93.184.215.15"], [TYPE_AAAA]: ["2606:2800:21f::1"] },
  "only4.example.com": { [TYPE_A]: ["93.184.215.14"] },
  "only6.example.com": { [TYPE_AAAA]: ["2606:2800:21f::1"] },
  "half.example.com": { [TYPE_A]: ["93.184.215.14"], [TYPE_AAAA]: "failure" },
  "trap.example.com": { [TYPE_A]: ["93.184.215.14"], [TYPE_AAAA]: ["fd00:ec2::254"] },
};

const addressBytes = (address: string): Buffer => {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::").map((half) =>
    half
      .split(":")
      .map((group) => group.padStart(4, "0"))
      .join(""),
  );
  return Buffer.from(head.padEnd(32 - tail.length, "0") + tail, "hex");
};

const dnsResponseFor = (query: Buffer): Buffer => {
  const end = query.indexOf(0, 12);
  const labels: string[] = [];
  for (let offset = 12; offset < end; offset += query.readUInt8(offset) + 1) {
    labels.push(query.toString("latin1", offset + 1, offset + 1 + query.readUInt8(offset)));
  }
  const type = query.readUInt16BE(end + 1);
  const known = ZONE[labels.join(".").toLowerCase()];
  const found = known?.[type as typeof TYPE_A] ?? [];
  const records = Array.isArray(found) ? found : [];
  const code = known ? (Array.isArray(found) ? 0 : SERVER_FAILURE) : NO_SUCH_NAME;

  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  const responses = records.map(addressBytes).map((bytes) => {
    const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, query.subarray(12, end + 5), ...responses]);
};

let server: Socket;
let resolveName: ResolveName;

beforeAll(async () => {
  server = createSocket("udp4");
  server.on("message", (query, { port, address }) => server.send(dnsResponseFor(query), port, address));
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  resolveName = createNameResolver([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => server.close());

test.each([
  ["both.example.com", ["93.184.215.14", "93.184.215.15", "2606:2800:21f::1"]],
  ["only4.example.com", ["93.184.215.14"]],
  ["only6.example.com", ["2606:2800:21f::1"]],
  ["half.example.com", ["93.184.215.14"]],
  ["localhost", ["127.0.0.1", "::1"]],
])("%s resolves to its IPv4 and IPv6 addresses: %j", async (name, addresses) => {
  expect(await resolveName(name)).toEqual(addresses);
});

test("a name that does not exist fails", async () => {
  await expect(resolveName("nowhere.example.com")).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("one private address among public ones is enough to refuse the name", async () => {
  const outbound = createOutbound({ allowLoopback: false, userAgent: "test", resolveName });
  await expect(outbound.checkAddress("https://both.example.com/")).resolves.toBeUndefined();
  await expect(outbound.checkAddress("https://trap.example.com/")).rejects.toMatchObject({
    reason: "forbidden_address",
  });
});
