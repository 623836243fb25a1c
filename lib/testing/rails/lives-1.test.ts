import { runLives } from "./run-lives";

runLives("pawapay", "stripe", "mtn_momo");
