import { expect, test } from "vitest";
import { allocate } from "./allocation.service.ts";

const lead = (id: string, industry = "bouw", region = "groningen") => ({ id, industry, region });
const ANNA = { name: "Anna", load: 2, industries: { bouw: 2 }, regions: { assen: 2 } };
const BRAM = { name: "Bram", load: 0, industries: {}, regions: {} };
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name);

test("by share, whoever has least gets the next lead", () => {
  const leads = ["1", "2", "3", "4"].map((id) => lead(id));
  expect(namesOf(allocate(leads, [ANNA, BRAM], "share"))).toEqual(["Bram", "Bram", "Anna", "Bram"]);
});

test("by industry or region, the one who knows it gets it, and a new one stays together", () => {
  expect(namesOf(allocate([lead("1"), lead("2", "zorg"), lead("3", "zorg")], [ANNA, BRAM], "industry"))).toEqual([
    "Anna",
    "Bram",
    "Bram",
  ]);
  expect(namesOf(allocate([lead("1", "x", "assen"), lead("2", "x", "emmen")], [ANNA, BRAM], "region"))).toEqual([
    "Anna",
    "Bram",
  ]);
});
