/** A browser without a window: cookies by host and port, redirects one at a time. */
export class WebUser {
  /** By origin, then by name. */
  readonly jars = new Map<string, Map<string, string>>();

  /** Follows no redirect. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}), ...init.headers };
    const answer = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Follows redirects, as a navigation does. @returns the last answer, and every address on the way */
  async open(url: string, init: RequestInit = {}): Promise<{ answer: Response; path: readonly string[] }> {
    const path = [url];
    let answer = await this.ask(url, init);
    for (let left = 10; answer.status >= 300 && answer.status < 400 && left > 0; left--) {
      const next = new URL(answer.headers.get('location') ?? '', path.at(-1)).href;
      await answer.arrayBuffer();
      path.push(next);
      answer = await this.ask(next);
    }
    return { answer, path };
  }

  /** Signs in as a person of the provider, from the button to the page that was asked for. */
  async signIn(origin: string, name: string, to = '/'): Promise<{ answer: Response; path: readonly string[] }> {
    const begun = await this.open(`${origin}/sign-in/start?${new URLSearchParams({ to })}`);
    if (!begun.path.at(-1)?.includes('/interaction/')) return begun;
    await begun.answer.arrayBuffer();
    return this.open(begun.path.at(-1) ?? '', { method: 'POST', body: new URLSearchParams({ name }) });
  }

  /** A form of a page of this origin. */
  submit(url: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    const { origin } = new URL(url);
    const body = new URLSearchParams(form);
    return this.ask(url, { method: 'POST', body, headers: { origin, 'sec-fetch-site': 'same-origin', ...headers } });
  }

  cookie(origin: string, name: string): string | undefined {
    return this.jars.get(origin)?.get(name);
  }
}
