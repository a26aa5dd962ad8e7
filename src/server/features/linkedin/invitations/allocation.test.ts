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

test("own shares divide this run, whatever each has already; without a share there is nothing", () => {
  const leads = Array.from({ length: 10 }, (_, nth) => lead(String(nth)));
  const counts = (shares: Record<string, number>) => {
    const names = namesOf(allocate(leads, [ANNA, BRAM], "share", shares));
    return [names.filter((name) => name === "Anna").length, names.filter((name) => name === "Bram").length];
  };
  expect(counts({ Anna: 70, Bram: 30 })).toEqual([7, 3]);
  expect(counts({ Anna: 1, Bram: 1 })).toEqual([5, 5]);
  expect(counts({ Bram: 100 })).toEqual([0, 10]);
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
