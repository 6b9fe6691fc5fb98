//! The URL under load, taken apart. Pure.

/// An `http://` URL and its parts, as scripts see them in the `wrk` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The URL as it was given.
    pub url: String,
    /// Host without brackets.
    pub host: String,
    /// The port, if the URL names one.
    pub port: Option<u16>,
    /// Path and query, at least `/`.
    pub path: String,
}

impl Target {
    /// Takes a URL apart.
    ///
    /// # Errors
    /// A sentence: not `http`, no host, or a port that is none.
    pub fn parse(url: &str) -> Result<Self, String> {
        if url.starts_with("https://") {
            return Err(format!(
                "{url}: https is not supported, only http (terminate TLS in front of the server under test)"
            ));
        }
        let rest = url
            .strip_prefix("http://")
            .ok_or_else(|| format!("invalid URL '{url}': expected http://HOST[:PORT][/PATH]"))?;
        let split = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(split);
        let authority = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        let (host, port) = match authority.strip_prefix('[') {
            Some(v6) => {
                let (host, after) = v6
                    .split_once(']')
                    .ok_or_else(|| format!("invalid URL '{url}': no ] after the IPv6 address"))?;
                (host, after.strip_prefix(':'))
            }
            None => match authority.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, None),
            },
        };
        if host.is_empty() {
            return Err(format!("invalid URL '{url}': it names no host"));
        }
        if url.bytes().any(|b| b <= b' ' || b == 127) {
            return Err(format!(
                "invalid URL '{url}': blanks and control characters must be %-encoded"
            ));
        }
        let port = port
            .map(|text| match text.parse::<u16>() {
                Ok(port) if port > 0 => Ok(port),
                _ => Err(format!(
                    "invalid URL '{url}': port '{text}' is not in 1..65535"
                )),
            })
            .transpose()?;
        let path = path.split('#').next().unwrap_or_default();
        Ok(Self {
            url: url.to_owned(),
            host: host.to_owned(),
            port,
            path: if path.starts_with('/') {
                path.to_owned()
            } else {
                format!("/{path}")
            },
        })
    }

    /// The port that is connected to: the URL's, else 80.
    #[must_use]
    pub fn port_or_default(&self) -> u16 {
        self.port.unwrap_or(80)
    }
}
