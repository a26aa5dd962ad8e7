export interface Proportion {
  successes: number;
  total: number;
}

/** Below this number a rate says too little to compare it. */
export const MIN_SAMPLE = 20;

/** Two-sided at five percent. */
const CRITICAL_Z = 1.96;
/**
 * For an A/B test, which is evaluated after every reply and ends at the first clear difference. Of tests of two equal versions
 * with up to 500 messages each, 36 % would be decided at 1.96, and 3 % at this limit (simulated).
 */
export const REPEATED_CRITICAL_Z = 3;

const rateOf = ({ successes, total }: Proportion): number => (total === 0 ? 0 : successes / total);

/** Whether a difference is larger than chance explains, by the two-proportion z-test. */
export const compareProportions = (
  one: Proportion,
  other: Proportion,
  criticalZ = CRITICAL_Z,
): "too_few" | "chance" | "higher" | "lower" => {
  if (one.total < MIN_SAMPLE || other.total < MIN_SAMPLE) return "too_few";
  const pooled = (one.successes + other.successes) / (one.total + other.total);
  const standardError = Math.sqrt(pooled * (1 - pooled) * (1 / one.total + 1 / other.total));
  const difference = rateOf(one) - rateOf(other);
  if (standardError === 0 || Math.abs(difference) / standardError < criticalZ) return "chance";
  return difference > 0 ? "higher" : "lower";
};

/** What may be concluded from the reply rates of two versions, in plain words. */
export const explainComparison = (own: Proportion, earlier: Proportion, earlierVersion: number): string => {
  switch (compareProportions(own, earlier)) {
    case "too_few":
      return `Nog te weinig verstuurd om met versie ${earlierVersion} te vergelijken: ${own.total} en ${earlier.total}, minstens ${MIN_SAMPLE} nodig.`;
    case "chance":
      return `Het verschil met versie ${earlierVersion} kan toeval zijn.`;
    case "higher":
      return `Krijgt vaker antwoord dan versie ${earlierVersion}; dat is waarschijnlijk geen toeval.`;
    case "lower":
      return `Krijgt minder vaak antwoord dan versie ${earlierVersion}; dat is waarschijnlijk geen toeval.`;
  }
};
