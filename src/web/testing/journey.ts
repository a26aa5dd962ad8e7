import axe, { type AxeResults, type RunOptions } from "axe-core";
import { expect, onTestFinished } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { AXE_CONTRAST, AXE_RULES } from "./axe-options.ts";

const MAX_PRESSES = 80;

/** The width of the window, until the test has ended: 390 pixels is a phone. */
export const setWidth = async (width: 390 | 1280): Promise<void> => {
  onTestFinished(() => page.viewport(1280, 900));
  await page.viewport(width, width === 390 ? 844 : 900);
};

/** Nothing sticks out of the window or of an open dialog: neither scrolls sideways. */
export const expectNoSidewaysScroll = (): void => {
  const parts = [...document.querySelectorAll("[role=dialog] > :not(.sr-only), [role=alertdialog]")];
  for (const part of [document.documentElement, ...parts])
    expect(part.scrollWidth, part.outerHTML.slice(0, 200)).toBeLessThanOrEqual(part.clientWidth);
};

/** The focus is on an element in the window that shows it, and nothing covers it. */
const expectVisibleFocus = (): void => {
  const focused = document.activeElement as HTMLElement;
  const name = focused.outerHTML.slice(0, 200);
  expect(focused, "something has the focus").not.toBe(document.body);
  const box = focused.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  expect(left < right && top < bottom, `in the window: ${name}`).toBe(true);
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  // The bars of a chart take the pointer instead of the slider above them.
  const leavesPointer = getComputedStyle(focused).pointerEvents === "none";
  const target = leavesPointer ? focused.parentElement : focused;
  expect(target?.contains(hit), `in sight: ${name}`).toBe(true);
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  expect([outlineStyle, outlineWidth], `outline of ${name}`).toEqual(["solid", "2px"]);
};

/** Presses Tab until the target has the focus. On the way each element with the focus is in sight. */
export const tabTo = async (target: Locator, key: "{Tab}" | "{Shift>}{Tab}{/Shift}" = "{Tab}"): Promise<void> => {
  await expect.element(target).toBeVisible();
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await userEvent.keyboard(key);
    expectVisibleFocus();
    if (document.activeElement === target.element()) return;
  }
  throw new Error(`${key} does not reach the target`);
};

const runAxe = async (options: RunOptions, theme: string): Promise<void> => {
  const { violations }: AxeResults = await axe.run(document.body, options);
  const messages = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${String(target)}\n${failureSummary}`),
  );
  expect(messages, theme).toEqual([]);
};

/** In its current state the screen breaks no rule of axe: all rules in the light theme, contrast in the dark theme. */
export const expectAccessible = async (): Promise<void> => {
  await runAxe(AXE_RULES, "light");
  const { classList } = document.documentElement;
  classList.add("dark");
  try {
    await runAxe(AXE_CONTRAST, "dark");
  } finally {
    classList.remove("dark");
  }
};
