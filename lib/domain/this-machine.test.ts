import { expect, test } from "vitest";
import { isThisMachine } from "./sites";

test.each([
  ["http://localhost:3000", true],
  ["https://LOCALHOST", true],
  ["http://pay.localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://127.9.9.9:80", true],
  ["http://[::1]:3000", true],
  ["https://pay.example.com", false],
  ["http://192.168.1.7:3000", false],
  ["http://0.0.0.0:3000", false],
  ["https://localhost.example.com", false],
  ["https://127.0.0.1.example.com", false],
  ["nowhere", false],
])("%s: %s", (address, isHere) => {
  expect(isThisMachine(address)).toBe(isHere);
});
