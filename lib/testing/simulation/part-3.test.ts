import { runSeeds } from "./run-seeds";

runSeeds(2, 4, 120);
