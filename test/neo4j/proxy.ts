import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** A TCP proxy on loopback whose connections tests can disturb. */
export interface Proxy extends AsyncDisposable {
  readonly uri: string;
  /** How many connections were made so far. */
  readonly connections: number;
  /** Passes nothing on in either direction, and keeps every connection open. */
  hang(): void;
  /** Begins to hang when the client sends this text. */
  hangAt(text: string): void;
  /** Ends every connection, and refuses new ones until `heal`. */
  cut(): void;
  /** Waits this long before it passes a piece on. */
  delay(ms: number): void;
  /** Ends a connection as soon as the client has asked for a commit and before it hears of it, this many times. */
  loseAcknowledgements(times: number): void;
  /** Behaves again; what was held back is passed on. */
  heal(): void;
}

/** The Bolt message COMMIT, as a chunk. */
const COMMIT = Buffer.from([0x00, 0x02, 0xb0, 0x12, 0x00, 0x00]);

class FaultyProxy implements Proxy {
  readonly #server: Server;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #held: (() => void)[] | undefined;
  #isCut = false;
  #delayMs = 0;
  #losses = 0;
  #trap: string | undefined;
  connections = 0;

  constructor(server: Server, target: number) {
    this.#server = server;
    this.#port = (server.address() as { port: number }).port;
    server.on('connection', client => this.#accept(client, target));
  }

  get uri(): string {
    return `bolt://127.0.0.1:${this.#port}`;
  }

  hang(): void {
    this.#held ??= [];
  }

  hangAt(text: string): void {
    this.#trap = text;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  delay(ms: number): void {
    this.#delayMs = ms;
  }

  loseAcknowledgements(times: number): void {
    this.#losses = times;
  }

  heal(): void {
    this.#isCut = false;
    this.#delayMs = 0;
    this.#losses = 0;
    this.#trap = undefined;
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const pass of held) pass();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #accept(client: Socket, target: number): void {
    this.connections += 1;
    if (this.#isCut) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    let isLost = false;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        if (!isLost) to.destroy();
      });
      from.on('data', data => {
        if (this.#trap !== undefined && data.includes(this.#trap)) this.hang();
        if (from === client && this.#losses > 0 && data.includes(COMMIT)) {
          this.#losses -= 1;
          isLost = true;
          upstream.write(data, () => setTimeout(() => client.destroy(), 50));
          upstream.once('data', () => upstream.end());
        } else if (!isLost) this.#pass(to, data);
      });
    }
  }

  #pass(to: Socket, data: Buffer): void {
    const write = (): void => void (to.destroyed ? undefined : to.write(data));
    if (this.#held !== undefined) this.#held.push(write);
    else if (this.#delayMs > 0) setTimeout(write, this.#delayMs);
    else write();
  }
}

/** Starts a proxy before the server at this address. */
export async function proxyTo(uri: string): Promise<Proxy> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return new FaultyProxy(server, Number(new URL(uri).port));
}
