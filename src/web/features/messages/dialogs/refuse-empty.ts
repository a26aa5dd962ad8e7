import { showToast } from "#ui/toast.tsx";

/** A message goes out as it stands: one without a text is refused, and told why. */
export const refuseEmpty = (texts: readonly string[]): boolean => {
  const empty = texts.some((text) => text.trim() === "");
  if (empty) {
    showToast({ title: "Validatiefout", description: "Het bericht kan niet leeg zijn.", tone: "destructive" });
  }
  return empty;
};
