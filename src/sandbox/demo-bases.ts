/** The Airtable base of each demo company. They open nothing outside the sandbox. */
export const DEMO_BASES = [
  {
    company: "Noorderlicht Sales B.V.",
    baseId: "appN7rLichtSa1eQx",
    token: "patK4vQ9mZ2sWb7Xe.6f1d0c9be27a4385c1f4a9d27e60b83b5d92e7a14c08f36d9ab1752e40c6f8d3",
  },
  {
    company: "Zuiderzee Consulting B.V.",
    baseId: "appZ3uiderZeeC0nW",
    token: "patR8hT1yLp5Gc3Du.c27e9a4406b85d1f3e7092ad6c41f8b59e03d7268ab4f15c7d90e2a1463bf85c",
  },
] as const;
