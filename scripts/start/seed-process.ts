// Loaded by name at run time: a start that has its demo store never pays for the seed and all it imports.
const { seedDemo } = await import("../seed");

process.on("disconnect", () => process.exit(1));
const demo = await seedDemo();
process.send?.(demo, () => process.exit(0));

export {};
