export const LANDING_TITLE = "Van LinkedIn-lead naar geboekte meeting · Ultimate Sales Agent";

export const LANDING_DESCRIPTION =
  "Professioneel dashboard voor LinkedIn outreach: onbeperkt berichten voor één vaste prijs, 1000+ leads per week en meer geboekte meetings. Start gratis, zonder creditcard.";
