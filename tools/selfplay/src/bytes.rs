//! Numbers as bytes.

/// Appends a number, seven bits to a byte, the low ones first.
pub(crate) fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number with a sign: 0, -1, 1, -2 ... become 0, 1, 2, 3 ...
pub(crate) fn write_difference(bytes: &mut Vec<u8>, number: i64) {
    write_number(bytes, (number << 1 ^ number >> 63) as u64);
}

/// Reads numbers; `None` where the bytes end or the number is too large.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteReader<'a>(pub(crate) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(crate) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                // One number has one form: no zeros at its end.
                return (byte != 0 || shift == 0).then_some(number);
            }
        }
        None
    }

    pub(crate) fn difference(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

/// The CRC-32 of ISO 3309, as in zip files: it finds every damage of up to 32 bits in a row.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let (mut value, mut bit) = (index as u32, 0);
            while bit < 8 {
                value = (value >> 1) ^ ((value & 1) * 0xedb8_8320);
                bit += 1;
            }
            table[index] = value;
            index += 1;
        }
        table
    };
    let step = |sum: u32, byte: &u8| sum >> 8 ^ TABLE[usize::from(sum as u8 ^ byte)];
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive() {
        for number in [0, 1, 127, 128, 300, 1 << 35, u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            assert_eq!(ByteReader(&bytes).number(), Some(number));
            assert_eq!(ByteReader(&bytes[..bytes.len() - 1]).number(), None, "{number} is cut");
        }
        for number in [0, 1, -1, 63, -64, 64, -65, 31_000, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            write_difference(&mut bytes, number);
            assert_eq!(ByteReader(&bytes).difference(), Some(number));
            assert_eq!(bytes.len() == 1, (-64..64).contains(&number), "{number}");
        }
    }

    #[test]
    fn numbers_have_one_form() {
        for bad in
            [&[0x80, 0][..], &[0x80], &[0xff; 10], &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2]]
        {
            assert_eq!(ByteReader(bad).number(), None, "{bad:?}");
        }
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }
}
