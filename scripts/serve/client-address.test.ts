import { getRequestListener } from "@hono/node-server";
import { expect, test } from "vitest";
import { open, raw } from "@/lib/testing/doors";
import { clientAddress, setClientAddress } from "./request-facts";

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

test("what a caller claims of himself is in neither form of a request's headers", async () => {
  const seen: (string | null)[] = [];
  const listener = getRequestListener(
    async (request) => {
      await request.text();
      for (const name of ["x-client-ip", "x-forwarded-for", "x-real-ip"])
        seen.push(request.headers.get(name));
      return new Response();
    },
    { overrideGlobalObjects: false },
  );
  const site = await open((request, response) => {
    setClientAddress(request, 0);
    seen.push(String(request.headers["x-client-ip"]));
    return listener(request, response);
  });
  const claims =
    "X-Client-IP: 6.6.6.6\r\nx-client-ip: 7.7.7.7\r\nX-Forwarded-For: 6.6.6.6\r\nX-Real-IP: 6.6.6.6";
  await raw(
    site.port,
    `POST /x HTTP/1.1\r\nHost: a\r\n${claims}\r\nContent-Length: 1\r\nConnection: close\r\n\r\na`,
  );
  site.close();
  expect(seen).toEqual(["127.0.0.1", "127.0.0.1", null, null]);
});
