import { expect, test } from "vitest";
import { clientAddress } from "./client-address";

test("without a proxy of ours the caller is who the socket says, whatever he claims", () => {
  expect(clientAddress("203.0.113.7", "198.51.100.1", 0)).toBe("203.0.113.7");
  expect(clientAddress("::ffff:203.0.113.7", undefined, 0)).toBe("203.0.113.7");
});

test("with n proxies the caller is the n-th entry from the right", () => {
  const claimed = "1.1.1.1, 198.51.100.1, 10.0.0.2";
  expect(clientAddress("10.0.0.1", claimed, 1)).toBe("10.0.0.2");
  expect(clientAddress("10.0.0.1", claimed, 2)).toBe("198.51.100.1");
});

test("a proxy that was passed by leaves the nearest thing to the truth", () => {
  expect(clientAddress("10.0.0.1", "198.51.100.1", 2)).toBe("198.51.100.1");
  expect(clientAddress("10.0.0.1", undefined, 1)).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", " , ", 1)).toBe("10.0.0.1");
});

test("a port that a proxy appended is not part of the address", () => {
  expect(clientAddress("10.0.0.1", "198.51.100.1:5123", 1)).toBe("198.51.100.1");
  expect(clientAddress("10.0.0.1", "[2001:db8::1]:5123", 1)).toBe("2001:db8::1");
  expect(clientAddress("10.0.0.1", "2001:db8::1", 1)).toBe("2001:db8::1");
});
