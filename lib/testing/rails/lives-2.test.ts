import { runLives } from "./run-lives";

runLives(["paystack", "paystack card"], ["flutterwave", "flutterwave card"]);
