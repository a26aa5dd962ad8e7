import { expect, test } from "vitest";
import { mailtoLink } from "./meeting-facts.tsx";

test.each([
  ["sanne@molen.example, bram@molen.example", "mailto:sanne@molen.example,bram@molen.example"],
  ["Sanne de Vries <sanne@molen.example>; Bram", "mailto:sanne@molen.example"],
  ["sanne@molen.example sanne@molen.example", "mailto:sanne@molen.example"],
  ["o'neil+x%y@molen.example", "mailto:o'neil%2Bx%25y@molen.example"],
  ["a@b.example?subject=hoi&bcc=x@y.example", "mailto:a@b.example,x@y.example"],
  ["Sanne en Bram", undefined],
  ["", undefined],
  [null, undefined],
])("%j", (attendees, link) => expect(mailtoLink(attendees)).toBe(link));
