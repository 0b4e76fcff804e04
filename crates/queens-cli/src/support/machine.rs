//! The cores and the CPU of this machine.

/// The number of cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The name of the CPU, or its architecture if the name is not available.
pub(crate) fn cpu_name() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let brand = raw_cpuid::CpuId::new().get_processor_brand_string();
        if let Some(brand) = brand {
            return brand.as_str().trim().to_string();
        }
    }
    std::env::consts::ARCH.to_string()
}
