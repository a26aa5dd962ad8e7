import { generateKeyPairSync, sign } from "node:crypto";
import { DAY_MS } from "../time.ts";

/** Enough DER encoding to sign a certificate for a test server: Node cannot create certificates. */
const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 255]), content]);
};

const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const integer = (value: number): Buffer => tlv(0x02, Buffer.from([value]));
const objectId = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, "hex"));
const octets = (content: Buffer): Buffer => tlv(0x04, content);
const bits = (content: Buffer): Buffer => tlv(0x03, Buffer.from([0]), content);
const utcTime = (date: Date): Buffer =>
  tlv(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(objectId("2a8648ce3d040302"));
const COMMON_NAME = objectId("550403");
const SUBJECT_ALT_NAME = objectId("551d11");
const BASIC_CONSTRAINTS = objectId("551d13");
const TRUE = tlv(0x01, Buffer.from([0xff]));

const nameOf = (text: string): Buffer => sequence(tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(text)))));

/** A self-signed certificate for one host name, from two days ago until `days` from now. */
export const makeCertificate = (hostname: string, days = 1): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = nameOf(`Test ${hostname}`);
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(new Date(Date.now() - 2 * DAY_MS)), utcTime(new Date(Date.now() + days * DAY_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(
      0xa3,
      sequence(
        sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE))),
        sequence(SUBJECT_ALT_NAME, octets(sequence(tlv(0x82, Buffer.from(hostname))))),
      ),
    ),
  );
  const der = sequence(body, ECDSA_WITH_SHA256, bits(sign("sha256", body, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
};
