import type { ManagerClient } from '../api/managerClient.js';

/**
 * The clients of the connections, by connection id. A client that is renewed is given to nobody any more, but who has it
 * goes on with it to the end; its sockets close themselves when they are idle. One that is closed sends nothing any more.
 */
export class OpenClients {
  private readonly current = new Map<string, Promise<ManagerClient>>();
  /** Every client that somebody may still have. */
  private readonly given = new Map<string, readonly WeakRef<ManagerClient>[]>();

  /** @param open makes the client of a connection as its settings are now */
  constructor(private readonly open: (id: string) => Promise<ManagerClient>) {}

  /** The client of a connection; one that is renewed or closed while it is made is made again. @throws what `open` throws */
  async get(id: string): Promise<ManagerClient> {
    const opening = this.current.get(id) ?? this.open(id);
    this.current.set(id, opening);
    try {
      const client = await opening;
      if (this.current.get(id) !== opening) return await this.get(id);
      const others = (this.given.get(id) ?? []).filter(each => ![undefined, client].includes(each.deref()));
      this.given.set(id, [...others, new WeakRef(client)]);
      return client;
    } catch (error) {
      if (this.current.get(id) === opening) this.current.delete(id);
      throw error;
    }
  }

  /** The next call gets a new client; of every connection without an id. */
  renew(id?: string): void {
    if (id === undefined) this.current.clear();
    else this.current.delete(id);
  }

  /** Lets nobody send anything to a connection any more, to none without an id; what is under way ends. */
  close(id?: string): void {
    this.renew(id);
    const ids = id === undefined ? [...this.given.keys()] : [id];
    for (const each of ids) {
      const clients = this.given.get(each) ?? [];
      this.given.delete(each);
      for (const client of clients)
        client
          .deref()
          ?.close()
          .catch(() => undefined);
    }
  }
}
