// The same start, serving the code as it is being written.
process.argv.push("--dev");
await import("./start");

export {};
