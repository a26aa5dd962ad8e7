import { expect, test } from "vitest";
import { isPrivateAccount } from "./sso.policy.ts";

test("a private account of Google is recognised, whatever its address", () => {
  for (const issuer of ["https://accounts.google.com", "https://accounts.google.com/"]) {
    expect(isPrivateAccount(issuer, {})).toBe(true);
    expect(isPrivateAccount(issuer, { hd: "" })).toBe(true);
    expect(isPrivateAccount(issuer, { hd: "zon.nl" })).toBe(false);
  }
  expect(isPrivateAccount("https://login.zon.nl", {})).toBe(false);
});
