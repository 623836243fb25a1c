// The same start, but serving the source code with live changes.
process.argv.push("--dev");
await import("./start");

export {};
