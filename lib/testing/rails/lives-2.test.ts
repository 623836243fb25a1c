import { runLives } from "./run-lives";

runLives(1);
