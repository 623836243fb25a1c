import { runChecks } from "./checks";

const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
