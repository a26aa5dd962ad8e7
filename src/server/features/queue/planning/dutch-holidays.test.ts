import Holidays from "date-holidays";
import { expect, test } from "vitest";
import { FIRST_HOLIDAY_YEAR, isDutchHoliday, LAST_HOLIDAY_YEAR } from "./dutch-holidays.ts";

test("the table has the public holidays of the holiday library, and no other day", () => {
  const library = new Holidays("NL");
  for (let year = FIRST_HOLIDAY_YEAR; year <= LAST_HOLIDAY_YEAR; year++) {
    const holidays = library.getHolidays(year).filter(({ type }) => type === "public");
    const expected = new Set(holidays.map(({ date }) => date.slice(0, 10)));
    const days = Array.from({ length: 366 }, (_day, nth) =>
      new Date(Date.UTC(year, 0, 1 + nth)).toISOString().slice(0, 10),
    ).filter((day) => day.startsWith(String(year)));
    expect(days.filter(isDutchHoliday)).toEqual(days.filter((day) => expected.has(day)));
  }
});
