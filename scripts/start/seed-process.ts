// Loaded by name at run time, so that a start with an existing demo store does not load the seed and its imports.
const { seedDemo } = await import("../seed");
const { explain } = await import("../problem");

process.on("disconnect", () => process.exit(1));
const answer = await seedDemo().catch((error: unknown) => explain(error, process.env.DATA_DIR ?? ".data"));
process.send?.(answer, () => process.exit(typeof answer === "string" ? 1 : 0));

export {};
